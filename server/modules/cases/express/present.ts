import type { z } from 'zod';
import type { ExpressItem } from '#contract/express.ts';
import { type Actor, can, Permission } from '#domain/access/actor.ts';
import { postalTrackingLabel } from '#domain/enumerations/postal-tracking.ts';
import { maskDescription } from '#domain/express/mask-description.ts';
import type { Tracking } from '#domain/express/tracking.ts';
import { maskAddress, maskAnyName, maskPhone } from '#domain/sensitive/masks.ts';
import type { ExpressParty } from '#server/adapters/gateways/express/express-gateway.ts';
import type { Context } from '#server/framework/context.ts';
import type { ExpressParties } from './parties.ts';
import type { ExpressItemRow } from './queries.ts';

/** Presents an item with its tracks; names, telephones and addresses are masked for every reader. */
export function presentItem(
  { crypto, express }: Pick<Context, 'crypto' | 'express'>,
  actor: Actor,
  item: ExpressItemRow & { workorder_code: string },
  tracking: Tracking,
): z.input<typeof ExpressItem> {
  const { sender, receiver } = JSON.parse(crypto.open(item.parties_sealed, 'other')) as ExpressParties;
  const timeOf = (time: Date | null) => time?.toISOString() ?? null;
  return {
    mailNum: item.mail_num ?? '',
    send_type: item.send_type,
    status: tracking.status,
    statusLabel: postalTrackingLabel[tracking.status],
    carrier: item.carrier,
    contents: item.contents,
    workorderId: item.workorder_id,
    workorderCode: item.workorder_code,
    sender: presentParty(sender),
    receiver: presentParty(receiver),
    orderedAt: item.ordered_at.toISOString(),
    deliveredAt: tracking.deliveredAt ?? null,
    failedDeliveries: tracking.failedDeliveries,
    isReturned: tracking.isReturned,
    isEnded: tracking.isEnded,
    fault: item.fault,
    askedAt: timeOf(item.asked_at),
    nextAskAt: timeOf(item.next_ask_at),
    simulated: express?.isSimulated ?? false,
    can: { waybill: can(actor, Permission.revealApplicant) },
    tracks: tracking.events.map(({ status, code, at, place, description, isReturn, signedBy }) => ({
      status,
      statusLabel: postalTrackingLabel[status],
      carrierCode: code,
      at,
      place: maskDescription(place),
      description: maskDescription(description),
      isReturn,
      signedBy: signedBy ?? null,
    })),
  };
}

function presentParty({ name, phone, address }: ExpressParty): ExpressParty {
  return { name: maskAnyName(name), phone: maskPhone(phone), address: maskAddress(address) };
}
