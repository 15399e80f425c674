/**
 * From schema 4 to 5: a seat may have a named group, and a panel defines how missing answers count. Before,
 * people were asked one by one, and a missing answer counted neither as yes nor as no.
 */
interface EventOfSchema4 {
  type: string;
  panel?: { seats: readonly object[] };
}

export function eventOfSchema5(event: EventOfSchema4): unknown {
  if (event.type !== 'panelOpened' || event.panel === undefined) return event;
  const seats = event.panel.seats.map((seat) => ({ groupName: null, ...seat }));
  return { ...event, panel: { expiry: 'noAnswer', ...event.panel, seats } };
}
