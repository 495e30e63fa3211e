import { vi } from 'vitest';

/** Stubs XMLHttpRequest and returns the list of uploads, filled as they are sent. With `status`, responds to each at once. */
export const answerUploads = ({ status }: { readonly status?: number } = {}) => {
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    url = '';
    form = new FormData();
    hasAborted = false;
    readonly isAborted = () => this.hasAborted;
    readonly progress = (loaded: number, total: number) =>
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total, lengthComputable: true }));
    readonly answer = (code: number, text = '') => {
      this.status = code;
      this.responseText = text;
      this.dispatchEvent(new Event('load'));
    };
    /** Fails like a lost connection. */
    readonly breakDown = () => this.dispatchEvent(new Event('error'));
    open(method: string, url: string) {
      this.url = `${method} ${url}`;
    }
    abort() {
      this.hasAborted = true;
      this.dispatchEvent(new Event('abort'));
    }
    send(form: FormData) {
      this.form = form;
      uploads.push(this);
      if (status !== undefined) this.answer(status);
    }
  }
  const uploads: Request[] = [];
  vi.stubGlobal('XMLHttpRequest', Request);
  return uploads;
};
