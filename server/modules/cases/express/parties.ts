import type { ExpressParty } from '#server/adapters/gateways/express/express-gateway.ts';

/** The sender and the receiver of an item, as they are encrypted in its row. */
export interface ExpressParties {
  sender: ExpressParty;
  receiver: ExpressParty;
}
