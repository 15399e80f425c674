/** Prints a failing walk as a permanent test that expects the oracle's answers. */
import type { Command } from '#domain/workflow/actions/registry.ts';
import { CoreComparison } from './core-comparison.ts';
import { commandOf, type Picture } from './core-side.ts';
import { type Order, openVisits } from './oracle/order.ts';
import { pictureOfOracle } from './oracle/picture.ts';
import type { Failure } from './shrink.ts';
import type { Line } from './step.ts';

/** Returns the whole text of a test with the methods of `Story`, for `shrunk.test.ts`. */
export function describeStory({ plan, lines, subject }: Failure): string {
  const comparison = new CoreComparison(plan);
  comparison.start();
  const steps = lines.flatMap((line) => {
    const before = comparison.order;
    const command =
      'by' in line ? commandOf(comparison.core, line, new Date('2026-03-02T01:00:00Z')) : undefined;
    comparison.perform(line);
    const isDone = comparison.order !== before;
    const open = comparison.order && isDone ? openVisits(comparison.order).map(({ nodeId }) => nodeId) : null;
    return [
      lineText(line, isDone, command),
      ...(open
        ? [`  expect([...new Set(story.open)]).toEqual(${JSON.stringify([...new Set(open)].sort())});`]
        : []),
    ];
  });
  return [
    `test('${subject}', () => {`,
    `  const plan: Plan = ${JSON.stringify({ ...plan, key: subject })};`,
    '  const { absent, at, world } = officeFor(plan);',
    '  const story = new Story(definitionOf(plan), { ...world, facts: factsOf(plan), evaluateCondition: createConditionEvaluator() });',
    '  story.start();',
    ...steps,
    ...(comparison.order ? oracleAnswer(comparison, comparison.order, subject) : []),
    '});',
  ].join('\n');
}

/** Returns the oracle's answer on the part on which the sides disagree. */
function oracleAnswer({ people, office }: CoreComparison, order: Order, about: string): string[] {
  const picture = pictureOfOracle(order, people, [...office.keys()]);
  if (about === 'open') return personText(order);
  if (!(about in picture)) return [];
  const expected = JSON.stringify(picture[about as keyof Picture]);
  const core = '{ definition: story.definition, state: story.order }';
  return [`  expect(pictureOfCore(${core}, officeOf(plan)).${about}).toEqual(${expected});`];
}

function personText(order: Order): string[] {
  return openVisits(order).map(
    ({ nodeId, keys }) => `  expect(story.task('${nodeId}').candidates).toEqual(${JSON.stringify(keys)});`,
  );
}

function lineText(line: Line, isDone: boolean, command: Command | undefined): string {
  const expected = isDone ? 'toBeNull()' : 'not.toBeNull()';
  const by = 'by' in line ? `by: at('${line.by}')` : '';
  const call = `perform(${line.do === 'expire' || line.do === 'checkExpiry' ? 'systemActor' : by.slice('by: '.length)}, ${JSON.stringify(command)})`;
  const expectation = (storyCall: string) => `  expect(story.${storyCall}).${expected};`;
  if (!isPlain(line)) return expectation(call);
  switch (line.do) {
    case 'leave':
      return `  absent.add('${line.who}');`;
    case 'come':
      return `  absent.delete('${line.who}');`;
    case 'handle':
      return expectation(`handle('${line.at}', { ${by}, buttonId: '${line.button}' })`);
    case 'forward':
      return expectation(`forward('${line.at}', ${JSON.stringify(line.names ?? {})}, { ${by} })`);
    case 'choose':
      return expectation(`choose('${line.at}', ${JSON.stringify(line.branches ?? [])}, { ${by} })`);
    case 'return':
      return expectation(`return('${line.at}', ${JSON.stringify(line.targets)}, '${line.way}', { ${by} })`);
    case 'resubmit':
      return expectation('resubmit()');
    case 'withdraw':
      return expectation(`withdraw('${line.at}', at('${line.by}'))`);
    case 'recall':
      return expectation(`recall(at('${line.by}'))`);
    default:
      return expectation(call);
  }
}

/**
 * Checks whether methods of `Story` can express the line; they have none for an earlier visit, one of several
 * people, or chosen branches.
 */
function isPlain(line: Line): boolean {
  if ('back' in line || ('at' in line && 'key' in line)) return false;
  return line.do === 'choose' || !('branches' in line);
}
