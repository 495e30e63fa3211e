import type { Plugin } from 'vite';

const theme = '/components/internal/base-theme/styles.scoped.css';

/** What of Cloudscape's theme only some of its components need, which no page of ours has; nor is there a density that anybody could set. */
const leftOut: readonly { readonly of: RegExp; readonly rules: RegExp }[] = [
  {
    of: /\/components\/(top-navigation|app-layout|app-layout-toolbar|content-layout|wizard|table)\/.*\.css/,
    rules:
      /^ *\.awsui-(compact-mode|context-(top-navigation|content-header|app-layout-toolbar|compact-table))[^{}]*\{[^{}]*\}\n/gm,
  },
  { of: /\/components\/.*chart\/.*\.css/, rules: /^ *--color-charts-[^;{}]*;\n/gm },
];

/** Leaves out of Cloudscape's theme what would only style components that are not there: a third of it. A component that needs it fails the build. */
export const leftOutStylesPlugin = (): Plugin => ({
  name: 'left-out-styles',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.split('?')[0]?.endsWith(theme)
      ? { code: leftOut.reduce((css, { rules }) => css.replaceAll(rules, ''), code), map: null }
      : undefined,
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      const modules = file.type === 'chunk' ? file.moduleIds : [];
      const module = modules.find((id) => leftOut.some(({ of }) => of.test(id)));
      if (module !== undefined)
        this.error(`${module} needs styles that web/build/left-out-styles-plugin.ts leaves out`);
    }
  },
});
