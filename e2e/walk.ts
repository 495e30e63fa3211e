import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOptions, usage } from './walk/options.ts';
import { findingLines, reportPage } from './walk/report.ts';
import { withSite } from './walk/site.ts';
import { walk } from './walk/walk.ts';

/** Walks the site as told and writes the report. Resolves to whether nothing was found. */
const run = async (args: readonly string[]): Promise<boolean> => {
  const options = readOptions(args);
  const walked = await withSite(options.site, (site) => walk({ ...site, options, say: (line) => console.log(line) }));
  const report = join(options.out, 'index.html');
  await writeFile(report, reportPage({ ...walked, widths: options.widths, at: new Date() }));
  const lines = findingLines(walked.findings);
  console.log([`\n${walked.pictures.length} windows in ${walked.seconds} s. Report: ${report}`, ...lines].join('\n'));
  console.log(lines.length === 0 ? 'Nothing was found.' : `Findings: ${lines.length}`);
  return lines.length === 0;
};

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(usage);
else
  run(args).then(
    (isGood) => process.exit(isGood ? 0 : 1),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
