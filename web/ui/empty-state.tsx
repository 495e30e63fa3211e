import Box from '@cloudscape-design/components/box';
import { Parcel } from './parcel.tsx';

export const EmptyState = ({ title, hint }: { readonly title: string; readonly hint: string }) => (
  <Box textAlign="center" padding={{ vertical: 'm' }}>
    <Parcel />
    <Box variant="strong" display="block">
      {title}
    </Box>
    <Box color="text-body-secondary">{hint}</Box>
  </Box>
);
