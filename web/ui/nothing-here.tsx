import Box from '@cloudscape-design/components/box';
import { Parcel } from './parcel.tsx';

/** A list without rows that nothing narrows down. What can be done about it stands in the page's head. */
export const NothingHere = ({ title, hint }: { readonly title: string; readonly hint: string }) => (
  <Box textAlign="center" padding={{ vertical: 'm' }}>
    <Parcel />
    <Box variant="strong" display="block">
      {title}
    </Box>
    <Box color="text-body-secondary">{hint}</Box>
  </Box>
);
