import type { ReturnFileHandlers, ReturnFilesCollaborators } from './collaborators.ts';
import { readingHandlers } from './read-return-file.ts';
import { uploadHandlers } from './request-upload.ts';

export const returnFileHandlers = (the: ReturnFilesCollaborators): ReturnFileHandlers => ({
  ...uploadHandlers(the),
  ...readingHandlers(the),
});
