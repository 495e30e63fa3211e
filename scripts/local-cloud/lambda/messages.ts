import type { Hosts } from '../hosts.ts';

/** What a function's process is told. */
export type ToProcess =
  | {
      readonly kind: 'start';
      readonly codeFolder: string;
      readonly handler: string;
      readonly hosts: Hosts;
      readonly functionArn: string;
    }
  | { readonly kind: 'invoke'; readonly requestId: string; readonly event: unknown; readonly deadline: number };

export type FunctionError = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

/** What it answers. */
export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'initFailed'; readonly error: FunctionError }
  | { readonly kind: 'returned'; readonly requestId: string; readonly payload: unknown }
  | { readonly kind: 'threw'; readonly requestId: string; readonly error: FunctionError };
