import { expect, vi } from 'vitest';

/** The files that are handed to the browser's downloads from now on. */
export const keepSavedFiles = () => {
  const saved: { readonly file: Blob; readonly name: string }[] = [];
  let file = new Blob();
  URL.createObjectURL = (made) => {
    if (made instanceof Blob) file = made;
    return 'blob:file';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    expect(this.href).toBe('blob:file');
    saved.push({ file, name: this.download });
  });
  return saved;
};
