import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DeployedStack } from '../template/deploy.ts';
import { escaped } from '../text.ts';

const described = ({ name, region, accountId, outputs }: DeployedStack) => `<member>
  <StackName>${escaped(name)}</StackName>
  <StackId>arn:aws:cloudformation:${region}:${accountId}:stack/${escaped(name)}/local</StackId>
  <CreationTime>2026-01-01T00:00:00Z</CreationTime>
  <StackStatus>CREATE_COMPLETE</StackStatus>
  <Outputs>${Object.entries(outputs)
    .map(
      ([key, value]) =>
        `<member><OutputKey>${escaped(key)}</OutputKey><OutputValue>${escaped(String(value))}</OutputValue></member>`,
    )
    .join('')}</Outputs>
</member>`;

const failed = (code: string, message: string) =>
  [
    400,
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${escaped(message)}</Message></Error></ErrorResponse>`,
  ] as const;

const pageSize = 100;

const listed = ({ logicalId, type, ref }: DeployedStack['resources'][number]) => `<member>
  <LogicalResourceId>${escaped(logicalId)}</LogicalResourceId>
  <PhysicalResourceId>${escaped(ref)}</PhysicalResourceId>
  <ResourceType>${escaped(type)}</ResourceType>
  <ResourceStatus>CREATE_COMPLETE</ResourceStatus>
  <LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp>
</member>`;

const actions: Readonly<Record<string, (found: readonly DeployedStack[], from: number) => string>> = {
  DescribeStacks: (found) => `<Stacks>${found.map(described).join('')}</Stacks>`,
  ListStackResources: ([stack], from) => {
    const all = stack?.resources ?? [];
    const next = from + pageSize < all.length ? `<NextToken>${from + pageSize}</NextToken>` : '';
    const page = all.slice(from, from + pageSize).map(listed);
    return `<StackResourceSummaries>${page.join('')}</StackResourceSummaries>${next}`;
  },
};

const answerTo = (form: URLSearchParams, stacks: ReadonlyMap<string, DeployedStack>) => {
  const action = form.get('Action') ?? '';
  const answer = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!answer) return failed('InvalidAction', `The local cloud's CloudFormation does not do ${action}.`);
  const name = form.get('StackName');
  const found = [...stacks.values()].filter((stack) => name === null || stack.name === name);
  if (name !== null && found.length === 0) return failed('ValidationError', `Stack with id ${name} does not exist`);
  const result = answer(found, Number(form.get('NextToken') ?? 0));
  return [200, `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`] as const;
};

/** CloudFormation's DescribeStacks and ListStackResources (query protocol), so that operators' scripts find a stage's resources here as on AWS. */
export const createCloudFormation =
  (stacks: ReadonlyMap<string, DeployedStack>): RequestListener =>
  async (request, response) => {
    const [status, xml] = answerTo(new URLSearchParams(await text(request)), stacks);
    response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  };
