import Box from '@cloudscape-design/components/box';
import Spinner from '@cloudscape-design/components/spinner';

/** Stands where something is still being loaded. */
export const Loading = ({ text }: { readonly text: string }) => (
  <Box textAlign="center" color="text-body-secondary">
    <Spinner /> {text}
  </Box>
);
