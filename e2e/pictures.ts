import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mainNames, sheetFile, takePicture, writeTaken } from './walk/pictures.ts';
import { withSite } from './walk/site.ts';

const usage = `npm run pictures -- [options]

Contact sheets of the main pages: every language, English light and dark, at 320 and 1280 pixels.

  --pages A,B   only these (${mainNames.join(', ')})
  --out DIR     where they go (docs/pictures); elsewhere, to lay before and after side by side
  --site URL    a portal that is up already, as by npm start`;

const kept = 'docs/pictures';

const run = async () => {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string' },
      out: { type: 'string', default: kept },
      site: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(usage);
  const asked = values.pages?.split(',') ?? mainNames;
  const names = mainNames.filter((name) => asked.includes(name));
  if (names.length < asked.length) throw new Error(`No such page among ${asked.join(', ')}.\n\n${usage}`);
  if (values.out === kept && names.length < mainNames.length)
    throw new Error('The pictures that are kept are taken all together: name another folder with --out.');
  const { out } = values;
  const taken: Record<string, string> = {};
  await withSite(values.site, async (site) => {
    for (const name of names) {
      taken[name] = await takePicture({ ...site, out }, name);
      console.log(join(out, sheetFile(name)));
    }
  });
  await writeTaken(out, taken);
};

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
