import type { Command } from '#domain/workflow/actions/registry.ts';

/**
 * Ids of the people whom a command names to do something: reassigned, delegated or forwarded to, asked for a word. Each was
 * in office by a directory that may be some seconds old, so that the write asks again (docs/decisions/0191).
 */
export function namedPeople(command: Command): string[] {
  const keys = [
    ...('key' in command ? [command.key] : []),
    ...('seats' in command ? command.seats.flatMap((seat) => seat.keys) : []),
    ...('nextHandlers' in command ? Object.values(command.nextHandlers ?? {}).flat() : []),
  ];
  const people = keys.filter((key) => key.startsWith('staff:'));
  return [...new Set(people.map((key) => key.slice('staff:'.length)))].sort();
}
