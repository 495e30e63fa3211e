import type { Plugin } from 'vite';

const themeFile = '/components/internal/base-theme/styles.scoped.css';

/**
 * Rules of Cloudscape's theme for components and densities that no page of the portal uses: `styleSheets`
 * matches the style sheets of those components, `rules` the theme's rules for them.
 */
const unusedRules: readonly { readonly styleSheets: RegExp; readonly rules: RegExp }[] = [
  {
    styleSheets: /\/components\/(top-navigation|app-layout|app-layout-toolbar|content-layout|wizard|table)\/.*\.css/,
    rules:
      /^ *\.awsui-(compact-mode|context-(top-navigation|content-header|app-layout-toolbar|compact-table))[^{}]*\{[^{}]*\}\n/gm,
  },
  // Charts with axes need the colors of their lines; their series have colors of the portal's own.
  { styleSheets: /\/components\/(pie|area)-chart\/.*\.css/, rules: /^ *--color-charts-(?!line-)[^;{}]*;\n/gm },
];

/**
 * Removes unused rules from Cloudscape's theme, a third of it. The build fails if a component that needs them is
 * bundled.
 */
export const leftOutStylesPlugin = (): Plugin => ({
  name: 'left-out-styles',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.split('?')[0]?.endsWith(themeFile)
      ? { code: unusedRules.reduce((css, { rules }) => css.replaceAll(rules, ''), code), map: null }
      : undefined,
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      const modules = file.type === 'chunk' ? file.moduleIds : [];
      const module = modules.find((id) => unusedRules.some(({ styleSheets }) => styleSheets.test(id)));
      if (module !== undefined)
        this.error(`${module} needs styles that web/build/left-out-styles-plugin.ts leaves out`);
    }
  },
});
