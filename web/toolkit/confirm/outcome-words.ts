import type { ActionOutcome } from '#contract/action-preview.ts';

/** Units beside the post or person, where they are few enough to say something. */
export function whoGets({ orgNames, handlerNames }: ActionOutcome['opens'][number]): string {
  return [...(orgNames.length <= 2 ? orgNames : []), handlerNames.join('、')].join(' ');
}

/** The people behind a post; some of them where they are many. */
export function peopleOf({ people, peopleCount }: ActionOutcome['opens'][number]): string {
  const names = people.join('、');
  return peopleCount > people.length ? `${names} 等 ${peopleCount} 人` : names;
}

/** The same, with the rule among several: whoever comes first does it. */
export function peopleText(node: ActionOutcome['opens'][number]): string {
  return node.peopleCount > 1 ? `${peopleOf(node)}，任一人办理` : peopleOf(node);
}
