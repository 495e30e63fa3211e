import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DeployedStack } from '../template/deploy.ts';
import { escapeMarkup } from '../text.ts';

const renderStack = ({ name, region, accountId, outputs }: DeployedStack) => `<member>
  <StackName>${escapeMarkup(name)}</StackName>
  <StackId>arn:aws:cloudformation:${region}:${accountId}:stack/${escapeMarkup(name)}/local</StackId>
  <CreationTime>2026-01-01T00:00:00Z</CreationTime>
  <StackStatus>CREATE_COMPLETE</StackStatus>
  <Outputs>${Object.entries(outputs)
    .map(
      ([key, value]) =>
        `<member><OutputKey>${escapeMarkup(key)}</OutputKey><OutputValue>${escapeMarkup(String(value))}</OutputValue></member>`,
    )
    .join('')}</Outputs>
</member>`;

const renderError = (code: string, message: string) =>
  [
    400,
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${escapeMarkup(message)}</Message></Error></ErrorResponse>`,
  ] as const;

const pageSize = 100;

const renderResource = ({ logicalId, type, ref }: DeployedStack['resources'][number]) => `<member>
  <LogicalResourceId>${escapeMarkup(logicalId)}</LogicalResourceId>
  <PhysicalResourceId>${escapeMarkup(ref)}</PhysicalResourceId>
  <ResourceType>${escapeMarkup(type)}</ResourceType>
  <ResourceStatus>CREATE_COMPLETE</ResourceStatus>
  <LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp>
</member>`;

const actions: Readonly<Record<string, (matchingStacks: readonly DeployedStack[], from: number) => string>> = {
  DescribeStacks: (matchingStacks) => `<Stacks>${matchingStacks.map(renderStack).join('')}</Stacks>`,
  ListStackResources: ([stack], from) => {
    const resources = stack?.resources ?? [];
    const nextToken = from + pageSize < resources.length ? `<NextToken>${from + pageSize}</NextToken>` : '';
    const page = resources.slice(from, from + pageSize).map(renderResource);
    return `<StackResourceSummaries>${page.join('')}</StackResourceSummaries>${nextToken}`;
  },
};

const respondTo = (form: URLSearchParams, stacks: ReadonlyMap<string, DeployedStack>) => {
  const action = form.get('Action') ?? '';
  const renderResult = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!renderResult) return renderError('InvalidAction', `The local cloud's CloudFormation does not do ${action}.`);
  const name = form.get('StackName');
  const matchingStacks = [...stacks.values()].filter((stack) => name === null || stack.name === name);
  if (name !== null && matchingStacks.length === 0)
    return renderError('ValidationError', `Stack with id ${name} does not exist`);
  const result = renderResult(matchingStacks, Number(form.get('NextToken') ?? 0));
  return [200, `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`] as const;
};

/**
 * Creates the listener for CloudFormation's DescribeStacks and ListStackResources (query protocol), so that scripts
 * find a stage's resources as on AWS.
 */
export const createCloudFormation =
  (stacks: ReadonlyMap<string, DeployedStack>): RequestListener =>
  async (request, response) => {
    const [status, xml] = respondTo(new URLSearchParams(await text(request)), stacks);
    response.writeHead(status, { 'content-type': 'text/xml' }).end(xml);
  };
