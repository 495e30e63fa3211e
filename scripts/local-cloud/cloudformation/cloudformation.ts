import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What a deployed stack tells: its outputs, by name. */
export type DeployedStack = {
  readonly name: string;
  readonly region: string;
  readonly accountId: string;
  readonly outputs: Readonly<Record<string, unknown>>;
};

const escape = (value: string) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const described = ({ name, region, accountId, outputs }: DeployedStack) => `<member>
  <StackName>${escape(name)}</StackName>
  <StackId>arn:aws:cloudformation:${region}:${accountId}:stack/${escape(name)}/local</StackId>
  <CreationTime>2026-01-01T00:00:00Z</CreationTime>
  <StackStatus>CREATE_COMPLETE</StackStatus>
  <Outputs>${Object.entries(outputs)
    .map(
      ([key, value]) =>
        `<member><OutputKey>${escape(key)}</OutputKey><OutputValue>${escape(String(value))}</OutputValue></member>`,
    )
    .join('')}</Outputs>
</member>`;

const failed = (code: string, message: string) =>
  [
    400,
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${escape(message)}</Message></Error></ErrorResponse>`,
  ] as const;

const answerTo = (form: URLSearchParams, stacks: readonly DeployedStack[]) => {
  const action = form.get('Action') ?? '';
  if (action !== 'DescribeStacks')
    return failed('InvalidAction', `The local cloud's CloudFormation does not do ${action}.`);
  const name = form.get('StackName');
  const found = stacks.filter((stack) => name === null || stack.name === name);
  if (name !== null && found.length === 0) return failed('ValidationError', `Stack with id ${name} does not exist`);
  const members = found.map(described).join('');
  return [
    200,
    `<DescribeStacksResponse><DescribeStacksResult><Stacks>${members}</Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  ] as const;
};

/** CloudFormation's DescribeStacks (query protocol), so that operators' scripts find a stage's resources here as on AWS. */
export const createCloudFormation = (stacks: () => readonly DeployedStack[]) => ({
  listener: (request: IncomingMessage, response: ServerResponse): void => {
    void text(request).then((body) => {
      const [status, xml] = answerTo(new URLSearchParams(body), stacks());
      response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
    });
  },
});
