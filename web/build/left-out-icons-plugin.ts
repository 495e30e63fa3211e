import type { Plugin } from 'vite';

/** Folder of Cloudscape's icon component, whose code may contain names of icons that are left out. */
const iconFolder = '/@cloudscape-design/components/icon/';
const iconsModule = `${iconFolder}generated/icons.js`;

/** One entry of Cloudscape's object of icons: its name, and its lines up to the next name or the end of the object. */
const iconEntry = /^ {4}"?([a-z0-9-]+)"?: .*(?:\n(?! {4}"?[a-z0-9-]+"?: |\};).*)*\n/gm;

/** Icons of the portal and of the Cloudscape components that it uses; Cloudscape has more than twice as many. */
const usedIcons: ReadonlySet<string> = new Set(
  `add-plus angle-down angle-left angle-left-double angle-right arrow-down arrow-left arrow-right arrow-up audio-full
  audio-off calendar call caret-down-filled caret-right-filled caret-up-filled check close copy dot download
  drag-indicator edit ellipsis expand external file filter group history key keyboard list-view location-pin menu pause
  play refresh remove resize-area script search send settings share status-in-progress status-info status-negative
  status-not-started status-pending status-positive status-stopped status-warning support ticket treeview-collapse
  treeview-expand undo upload user-profile video-camera-on`.split(/\s+/),
);

/**
 * Removes the icons that no page uses. The build fails if a module holds the name of one of them, so that an icon that
 * is needed cannot be missing.
 */
export const leftOutIconsPlugin = (): Plugin => {
  const leftOutNames = new Set<string>();
  return {
    name: 'left-out-icons',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => {
      if (!id.endsWith(iconsModule)) return undefined;
      const remainingCode = code.replaceAll(iconEntry, (entry, name: string) => {
        if (usedIcons.has(name)) return entry;
        leftOutNames.add(name);
        return '';
      });
      return { code: remainingCode, map: null };
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const [id, { code }] of Object.entries(file.modules)) {
          if (id.includes(iconFolder)) continue;
          for (const [, name] of (code ?? '').matchAll(/["'`]([a-z0-9-]+)["'`]/g))
            if (name && leftOutNames.has(name))
              this.error(`${id} names the icon ${name}, which web/build/left-out-icons-plugin.ts leaves out`);
        }
      }
    },
  };
};
