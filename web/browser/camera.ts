import { isCameraPage } from '#shared/api/paths.ts';
import { readRequestedPath } from './requested-path.ts';
import { isNarrow } from './window-width.ts';

/**
 * Returns whether the device is used like a phone: by touch, or in a narrow window. The webcam of a desktop cannot be
 * held to a label.
 */
const isHandheld = (): boolean =>
  // `mediaDevices` is missing on a page without TLS.
  'mediaDevices' in navigator && (isNarrow() || window.matchMedia('(pointer: coarse)').matches);

/** Returns whether the camera can scan on this page: only documents of certain pages may use it (docs/decisions/40). */
export const canScanByCamera = (): boolean => isHandheld() && isCameraPage(readRequestedPath() ?? '');

/** Returns whether a page with a camera must be loaded as a new document, because this one may not use the camera. */
export const needsCameraDocument = (): boolean => {
  const path = readRequestedPath();
  return path !== undefined && isHandheld() && !isCameraPage(path);
};
