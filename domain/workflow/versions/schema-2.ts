/**
 * From schema 1 to 2: a task contains its slot of the visit. Before, every visit had one slot, the main one.
 * Earlier effects of buttons belong to no token, so that they are never undone, as before.
 */
interface EventOfSchema1 {
  type: string;
  task?: object;
}

export function eventOfSchema2(event: EventOfSchema1): unknown {
  if (event.type !== 'taskOpened') return event;
  const slot = { kind: 'main', panelId: null, seat: null, replaces: null, onBehalfOf: null };
  return { ...event, task: { ...event.task, ...slot } };
}
