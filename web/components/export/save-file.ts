/** Delay before the object URL is revoked, so that the download can start. */
const revokeAfterMs = 60_000;

/** Downloads a file in the browser. */
export const saveFile = (file: Blob, name: string) => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
};
