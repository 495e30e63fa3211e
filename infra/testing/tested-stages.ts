import type { Stage } from '#infra/stages.ts';
import { findStage, stageNames } from '#infra/stages.ts';

/** What the stage with a domain is called by. */
export const domain = { name: 'portal.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

/** Every stage that there is, by name, and what configuration can make of one. */
export const testedStages: Readonly<Record<string, Stage>> = {
  ...Object.fromEntries(stageNames.map((name) => [name, findStage(name)])),
  'prod with a domain': { ...findStage('prod'), domain },
  'qa with a sender': { ...findStage('qa'), email: { from: 'portal@mail.example.com', sesRegion: 'eu-west-1' } },
  "qa with the back office's account": { ...findStage('qa'), backOfficeAccount: '210987654321' },
};
