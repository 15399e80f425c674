import { setTimeout as wait } from 'node:timers/promises';
import { MissingCase } from '#domain/missing-case.ts';
import type { MessageStub, StubBehaviour } from '#test/world/message-stub.ts';
import type { ChaosPortal } from './portal.ts';

/** Faults that can happen to a portal, used one kind after the other. */
export const faultKinds = [
  'kill -9 of the server',
  'kill -9 of a backend',
  'kill -9 of the postmaster',
  'chat platform hangs',
  'kill -9 of server and postmaster',
  'restart',
] as const;
export type FaultKind = (typeof faultKinds)[number];

const hangMs = 4000;
/** Behaviour of the chat platform for the next messages, whenever they come. */
export const chatBehaviours: readonly StubBehaviour[] = [
  'hangs',
  'accepts and hangs',
  'accepts and drops the connection',
  '500',
  'limit',
  'answers without JSON',
];

/** Injects a fault, and returns when the portal serves again. */
export async function inject(kind: FaultKind, portal: ChaosPortal, stub: MessageStub): Promise<void> {
  switch (kind) {
    case 'kill -9 of the server':
      await portal.killServer();
      return await portal.start();
    case 'kill -9 of a backend':
      if (!(await portal.killBackend())) throw new Error('There was no database backend process to kill');
      return await portal.untilReady();
    case 'kill -9 of the postmaster':
      if (!(await portal.killPostmaster())) throw new Error('There was no postmaster process to kill');
      return await portal.untilReady();
    case 'kill -9 of server and postmaster':
      await Promise.all([portal.killServer(), portal.killPostmaster()]);
      return await portal.start();
    case 'restart':
      await portal.stop();
      return await portal.start();
    case 'chat platform hangs':
      stub.behaviours.push(...chatBehaviours);
      return await wait(hangMs);
    default:
      throw new MissingCase(kind satisfies never);
  }
}
