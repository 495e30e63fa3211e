import { vi } from 'vitest';

/** What an upload looks like from the browser: its request, and how the bucket answers. */
type UploadUnderTest = {
  readonly url: string;
  readonly form: FormData;
  readonly progress: (loaded: number, total: number) => void;
  readonly answer: (status: number, text?: string) => void;
  readonly breakDown: () => void;
  readonly isAborted: () => boolean;
};

/** Takes the place of XMLHttpRequest; hands out the uploads as they are sent. With `status`, each is answered at once. */
export const answerUploads = ({ status }: { readonly status?: number } = {}) => {
  const uploads: UploadUnderTest[] = [];
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    #url = '';
    #isAborted = false;
    open(method: string, url: string) {
      this.#url = `${method} ${url}`;
    }
    abort() {
      this.#isAborted = true;
      this.dispatchEvent(new Event('abort'));
    }
    send(form: FormData) {
      const answer = (code: number, text = '') => {
        this.status = code;
        this.responseText = text;
        this.dispatchEvent(new Event('load'));
      };
      uploads.push({
        url: this.#url,
        form,
        progress: (loaded, total) =>
          this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total, lengthComputable: true })),
        answer,
        breakDown: () => this.dispatchEvent(new Event('error')),
        isAborted: () => this.#isAborted,
      });
      if (status !== undefined) answer(status);
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return uploads;
};
