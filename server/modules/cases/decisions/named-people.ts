import type { Command } from '#domain/workflow/actions/registry.ts';

/**
 * Returns ids of the people whom a command gives work to: reassigned, delegated or forwarded to, asked for an
 * opinion. The directory may be some seconds old, so the write checks again that they are in service
 * (docs/decisions/0191).
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
