import { SESv2 } from '@aws-sdk/client-sesv2';
import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findStage } from '#infra/stages.ts';
import { policyDocument } from '#scripts/local-cloud/iam/evaluate.ts';
import { createIam } from '#scripts/local-cloud/iam/iam.ts';
import type { SentMail } from '#scripts/local-cloud/ses/ses.ts';
import { createSes } from '#scripts/local-cloud/ses/ses.ts';
import { buildClientOptions, serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';

const stage = process.env['CONTRACT_STAGE'];
const sender = stage === undefined ? { from: 'portal@support.example' } : findStage(stage).email;
/** Address of SES's mailbox simulator, which accepts emails without delivering them. */
const simulator = 'success@simulator.amazonses.com';

const sentMails: SentMail[] = [];
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
    sendMail: (mail) => sentMails.push(mail),
    ...iam,
  });
  endpoint = await serveForTest(listener);
  client = new SESv2(buildClientOptions(endpoint));
});
beforeEach(() => void sentMails.splice(0));

const sendTestEmail = (changes: Partial<SendEmailCommandInput>, sesClient = client) =>
  sesClient
    .sendEmail({
      FromEmailAddress: sender?.from,
      Destination: { ToAddresses: [simulator] },
      Content: { Simple: { Subject: { Data: 'Zugang – geändert' }, Body: { Html: { Data: '<p>Grüße</p>' } } } },
      ...changes,
    })
    .then(
      () => 'sent',
      (error: Error) => error.name,
    );

// A stage without a sender may not send emails.
const describeWithSender = sender ? describe : describe.skip;
const emulatorTest = stage === undefined ? test : test.skip;

describeWithSender('SendEmail', () => {
  test.each([
    ['an email without recipients', { Destination: {} }],
    ['an invalid address', { Destination: { ToAddresses: ['nobody'] } }],
    ['an address with non-ASCII letters before the @', { Destination: { ToAddresses: ['jürgen@x.example'] } }],
    [
      'more than fifty recipients',
      { Destination: { ToAddresses: Array.from({ length: 51 }, (_, index) => `a${index}@x.example`) } },
    ],
    ['no content', { Content: {} }],
    ['a message without a body', { Content: { Simple: { Subject: { Data: 'x' }, Body: {} } } }],
  ])('rejects %s', async (_, changes) => {
    expect(await sendTestEmail(changes)).toBe('BadRequestException');
    expect(sentMails).toEqual([]);
  });

  emulatorTest('denies a sender or domain that the role does not allow', async () => {
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
    const notices = new SESv2(buildClientOptions(endpoint, iam.createKeyFor(role, 'notices')));
    const sendFrom = (FromEmailAddress: string) => sendTestEmail({ FromEmailAddress }, notices);
    expect(await sendFrom('portal@support.example')).toBe('sent');
    expect(await sendFrom('ceo@support.example')).toBe('AccessDeniedException');
    expect(await sendFrom('portal@other.example')).toBe('AccessDeniedException');
    expect(sentMails).toHaveLength(1);
  });
});
