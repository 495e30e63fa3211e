import Box from '@cloudscape-design/components/box';

/** Says that there is nothing to print after all. */
export const PrintFailed = ({ text }: { readonly text: string }) => (
  <div role="alert">
    <Box color="text-status-error">{text}</Box>
  </div>
);
