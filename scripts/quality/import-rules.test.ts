import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');
const forbiddenImports: readonly [file: string, importedPath: string, reason: RegExp][] = [
  ['shared/x.ts', 'aws-cdk-lib', /pure values/],
  ['shared/x.ts', '#web/data/api.ts', /pure values/],
  ['shared/api/routes/x.ts', '../fields.ts', /across folders|pure values/],
  ['shared/repairs/x.ts', '#shared/testing/repair.ts', /Test tools/],
  ['shared/testing/x.ts', '#lambdas/testing/rows.ts', /pure values/],
  ['lambdas/functions/repairs/x.ts', '#lambdas/functions/auth/sign-in.ts', /another function/],
  [
    'lambdas/functions/account-notices/x.ts',
    '#lambdas/functions/cognito-messages/custom-message.ts',
    /another function/,
  ],
  ['lambdas/functions/repairs/x.ts', '@aws-sdk/client-s3', /AWS SDK stays/],
  ['lambdas/functions/repairs/x.ts', '@middy/core', /only Middy file/],
  ['lambdas/lib/http/x.ts', '#lambdas/functions/auth/auth-store.ts', /another function/],
  ['lambdas/functions/repairs/x.ts', '#lambdas/testing/repairs.ts', /Test tools/],
  ['lambdas/functions/repairs/x.test.ts', '#scripts/ops/users/directory.ts', /test tools only/],
  ['lambdas/lib/http/x.ts', '@middy/core', /only Middy file/],
  ['web/features/repairs/x.ts', '#web/testing/repair.ts', /Test tools/],
  ['web/data/x.ts', '#web/features/home/home-page.tsx', /know no feature/],
  ['scripts/local-cloud/s3/x.ts', '#shared/config/limits.ts', /knows nothing of the portal/],
  ['scripts/local-cloud/x.ts', '../demo/accounts.ts', /knows nothing of the portal/],
  ['scripts/local-cloud/x.ts', '#scripts/ops/users/directory.ts', /knows nothing of the portal/],
  ['scripts/local-cloud/x.ts', '../quality/bench/figure.ts', /knows nothing of the portal/],
  ['infra/x.ts', '#infra/testing/synthesized.ts', /Test tools/],
  ['web/features/repairs/x.ts', '#shared/testing/repair.ts', /Test tools/],
  ['lambdas/functions/repairs/repairs-store.ts', '#web/data/api.ts', /Functions import/],
  ['infra/x.ts', '#lambdas/functions/auth/index.ts', /names entry files/],
  ['infra/x.ts', '#scripts/local-cloud/hosts.ts', /names entry files/],
  ['web/x.ts', '#lambdas/lib/http/serve.ts', /browser imports/],
  ['web/app/x.ts', '#scripts/demo/accounts.ts', /browser imports/],
  ['web/features/home/x.ts', '#web/app/pages.ts', /neither the app/],
  ['web/features/home/x.ts', '#web/features/repairs/use-repairs.ts', /neither the app/],
  ['web/features/repairs/list/x.ts', '#web/features/returns/list/y.ts', /neither the app/],
  ['web/features/repairs/x.ts', '#web/app/pages.ts', /neither the app/],
  ['web/features/returns/book/x.ts', '#web/features/repairs/repair-labels.ts', /neither the app/],
  ['web/ui/x.ts', '#web/features/home/home-page.tsx', /know no feature/],
  ['web/ui/x.ts', '#web/components/lists/data-table.tsx', /requests data/],
  ['lambdas/lib/spreadsheets/x.ts', '@aws-sdk/client-s3', /AWS SDK stays/],
  ['web/features/home/x.ts', 'zod', /zod\/mini/],
  ['scripts/local-cloud/s3/x.ts', '../../start.ts', /across folders/],
  ['scripts/quality/faults/x.ts', '#e2e/api/bookings.ts', /stands above/],
  ['scripts/x.ts', '../e2e/walk/open.ts', /stands above/],
];

const allowedImports: readonly [file: string, importedPath: string][] = [
  ['shared/api/routes/x.ts', '#shared/api/fields.ts'],
  ['shared/api/routes/x.ts', 'zod/mini'],
  ['shared/repairs/x.test.ts', '#shared/testing/repair.ts'],
  ['lambdas/functions/repairs/x.ts', '#lambdas/lib/http/serve.ts'],
  ['lambdas/functions/repairs/x.ts', '#shared/config/limits.ts'],
  ['lambdas/functions/repairs/repairs-store.ts', '@aws-sdk/lib-dynamodb'],
  ['lambdas/lib/http/serve.ts', '@middy/core'],
  ['infra/x.ts', '#shared/api/routes/table.ts'],
  ['web/app/x.ts', '#web/features/home/home-page.tsx'],
  ['web/features/home/x.ts', '#web/ui/page.tsx'],
  ['web/features/repairs/list/x.ts', '#web/features/repairs/repair-labels.ts'],
  ['web/features/repairs/list/x.ts', '#web/features/records/submitted-list.tsx'],
  ['lambdas/functions/repairs/x.test.ts', '#lambdas/testing/repairs.ts'],
  ['lambdas/functions/repairs/x.test.ts', '#scripts/local-cloud/cognito/cognito.ts'],
  ['lambdas/functions/repairs/x.test.ts', '#scripts/testing/database.ts'],
  ['web/features/repairs/x.test.tsx', '#web/testing/repair.ts'],
  ['web/features/repairs/x.test.tsx', '#shared/testing/repair.ts'],
  ['lambdas/functions/repairs/x.ts', '#lambdas/lib/records/access.ts'],
  ['web/features/returns/book/x.ts', '#web/features/returns/return-address.ts'],
  ['scripts/x.ts', '#infra/stages.ts'],
  ['e2e/api/x.ts', '#scripts/testing/browser.ts'],
  ['infra/x.test.ts', '#infra/testing/synthesized.ts'],
  ['scripts/local-cloud/s3/x.ts', '../hosts.ts'],
];

type Diagnostic = {
  readonly code: string;
  readonly help: string;
  readonly filename: string;
  readonly labels: readonly [{ readonly span: { readonly line: number } }];
};

const casesByFile = Map.groupBy([...forbiddenImports, ...allowedImports], ([file]) => file);

/** Diagnostics of one lint run over files with all of these imports. */
const importDiagnostics = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  try {
    copyFileSync(join(root, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'));
    // The configuration imports its types from the oxlint package.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [file, cases] of casesByFile) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(
        join(folder, file),
        cases.map(([, importedPath], index) => `import * as x${index} from '${importedPath}';\n`).join(''),
      );
    }
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'json', ...casesByFile.keys()], {
      cwd: folder,
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    return diagnostics.filter(({ code }) => code.includes('no-restricted-imports'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
})();

const findMessage = (file: string, importedPath: string) => {
  const line = 1 + (casesByFile.get(file) ?? []).findIndex(([, name]) => name === importedPath);
  return importDiagnostics.find(({ filename, labels }) => filename === file && labels[0].span.line === line)?.help;
};

describe('import rules', () => {
  test.each(forbiddenImports)('forbid %s to import %s', (file, importedPath, reason) => {
    expect(findMessage(file, importedPath)).toMatch(reason);
  });

  test.each(allowedImports)('allow %s to import %s', (file, importedPath) => {
    expect(findMessage(file, importedPath)).toBeUndefined();
  });

  test('report every file with a forbidden import, and no other', () => {
    expect(new Set(importDiagnostics.map(({ filename }) => filename))).toEqual(
      new Set(forbiddenImports.map(([file]) => file)),
    );
  });
});
