/// <reference types="vite/client" />

declare module 'virtual:theme.css';

declare module 'virtual:built-in-texts' {
  type TextName =
    | 'siteName'
    | 'loading'
    | 'noScript'
    | 'title'
    | 'text'
    | 'home'
    | 'outageTitle'
    | 'outageText'
    | 'retry';
  export const builtInTexts: {
    readonly [L in import('#shared/config/regions.ts').Language]: { readonly [N in TextName]: string };
  };
}

declare module 'virtual:page-titles' {
  export const pageTitles: {
    readonly [L in import('#shared/config/regions.ts').Language]: Readonly<Record<string, string | undefined>>;
  };
}

declare module 'virtual:static-texts/*' {
  const texts: object;
  export default texts;
}
