/**
 * From schema 1 to 2: a task says which slot of its visit it is. Before, every visit had one slot, the main one.
 * Effects that buttons set before belong to no token, so that nothing takes them back, as before.
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
