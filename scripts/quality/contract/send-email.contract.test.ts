import { SESv2 } from '@aws-sdk/client-sesv2';
import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findStage } from '#infra/stages.ts';
import { policyDocument } from '#scripts/local-cloud/iam/evaluate.ts';
import { createIam } from '#scripts/local-cloud/iam/iam.ts';
import type { SentMail } from '#scripts/local-cloud/ses/ses.ts';
import { createSes } from '#scripts/local-cloud/ses/ses.ts';
import { reaching, served } from '#scripts/local-cloud/testing/opened.ts';

const stage = process.env['CONTRACT_STAGE'];
const sender = stage === undefined ? { from: 'portal@support.example' } : findStage(stage).email;
/** Takes an email and shows it to nobody, on AWS. */
const simulator = 'success@simulator.amazonses.com';

const sent: SentMail[] = [];
const iam = createIam(() => {});
let endpoint = '';
let client: SESv2;

beforeAll(async () => {
  if (stage !== undefined) {
    const region = sender && 'sesRegion' in sender ? sender.sesRegion : undefined;
    client = new SESv2({ maxAttempts: 1, ...(region && { region }) });
    return;
  }
  const listener = createSes({
    region: 'eu-central-1',
    accountId: '000000000000',
    now: () => new Date(),
    sendMail: (mail) => sent.push(mail),
    ...iam,
  });
  endpoint = await served(listener);
  client = new SESv2(reaching(endpoint));
});
beforeEach(() => void sent.splice(0));

const send = (more: Partial<SendEmailCommandInput>, by = client) =>
  by
    .sendEmail({
      FromEmailAddress: sender?.from,
      Destination: { ToAddresses: [simulator] },
      Content: { Simple: { Subject: { Data: 'Zugang – geändert' }, Body: { Html: { Data: '<p>Grüße</p>' } } } },
      ...more,
    })
    .then(
      () => 'sent',
      (error: Error) => error.name,
    );

// A stage without a sender may send nothing.
const withSender = sender ? describe : describe.skip;
const emulated = stage === undefined ? test : test.skip;

withSender('SendEmail', () => {
  test.each([
    ['nobody to send to', { Destination: {} }],
    ['an address that is none', { Destination: { ToAddresses: ['nobody'] } }],
    ['an address with other letters before the @', { Destination: { ToAddresses: ['jürgen@x.example'] } }],
    [
      'more than fifty recipients',
      { Destination: { ToAddresses: Array.from({ length: 51 }, (_, index) => `a${index}@x.example`) } },
    ],
    ['no content', { Content: {} }],
    ['a message without a body', { Content: { Simple: { Subject: { Data: 'x' }, Body: {} } } }],
  ])('refuses %s', async (_, more) => {
    expect(await send(more)).toBe('BadRequestException');
    expect(sent).toEqual([]);
  });

  emulated('refuses what the role does not allow: another sender of the same domain, another domain', async () => {
    const role = 'arn:aws:iam::000000000000:role/notices';
    const [statement] = policyDocument.parse({
      Statement: {
        Effect: 'Allow',
        Action: 'ses:SendEmail',
        Resource: 'arn:aws:ses:eu-central-1:000000000000:identity/support.example',
        Condition: { StringEquals: { 'ses:FromAddress': sender?.from ?? '' } },
      },
    }).Statement;
    iam.grant(role, statement ? [statement] : []);
    const notices = new SESv2(reaching(endpoint, iam.newKeyFor(role, 'notices')));
    const nameOf = (FromEmailAddress: string) => send({ FromEmailAddress }, notices);
    expect(await nameOf('portal@support.example')).toBe('sent');
    expect(await nameOf('ceo@support.example')).toBe('AccessDeniedException');
    expect(await nameOf('portal@other.example')).toBe('AccessDeniedException');
    expect(sent).toHaveLength(1);
  });
});
