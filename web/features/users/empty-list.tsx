import Box from '@cloudscape-design/components/box';

/** A list without rows that nothing narrows down. */
export const EmptyList = ({ title, hint }: { readonly title: string; readonly hint: string }) => (
  <Box textAlign="center" padding={{ vertical: 'm' }}>
    <Box variant="strong">{title}</Box>
    <Box color="text-body-secondary">{hint}</Box>
  </Box>
);
