import type { ReturnFileHandlers, ReturnFilesCollaborators } from './collaborators.ts';
import { uploadKey } from './upload-key.ts';

export const uploadHandlers = ({
  uploads,
  newId,
}: ReturnFilesCollaborators): Pick<ReturnFileHandlers, 'requestUpload'> => ({
  requestUpload: async ({ region, bytes }, { caller }) => {
    const key = uploadKey(region, caller.sub, newId());
    return { body: { key, ...(await uploads.invite(key, bytes)) } };
  },
});
