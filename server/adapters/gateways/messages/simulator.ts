import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { MessageGateway } from './gateway.ts';

/** Creates the built-in simulator of a channel: it stores messages where the operator can read them. */
export function createMessageSimulator(
  channel: string,
  db: Db,
  crypto: Pick<Crypto, 'seal'>,
  now: () => Date,
): MessageGateway {
  return {
    name: 'twin',
    isSimulated: true,
    recognisesIds: true,
    async send({ id, receiver, content }) {
      await db
        .insertInto('gateway_twin_messages')
        .values({ id, channel, receiver_sealed: crypto.seal(receiver), content, received_at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { kind: 'accepted', providerId: id };
    },
  };
}
