import { type Envelope, type EnvelopeSize, envelopes } from '#domain/mailing/envelopes.ts';
import {
  type LabelGrid,
  type LabelPlace,
  type LabelSheet,
  labelPlaces,
  labelSheets,
} from '#domain/mailing/label-sheets.ts';
import type { LetterAddressee, MailSender } from '#domain/mailing/mailing.ts';

/** Letters for the engine: labels with their positions, or envelopes, one on each page. */
export interface Mailing {
  layout:
    | { kind: 'labels'; sheet: LabelSheet; first: number }
    | { kind: 'envelopes'; size: EnvelopeSize; boxes: boolean };
  addressees: readonly LetterAddressee[];
  sender: MailSender;
  /** Shift in millimetres. */
  shift: { right: number; down: number };
}

/** One side of a waybill, with the only data that it may carry (快递暂行条例 art. 22). */
interface WaybillParty {
  name: string;
  phone: string;
  address: string;
}

/** The waybill of an express item. */
export interface Waybill {
  mailNum: string;
  sender: WaybillParty;
  receiver: WaybillParty;
}

interface DrawableLabels {
  kind: 'labels';
  grid: LabelGrid;
  sheets: (Omit<LabelPlace, 'sheet'> & { addressee: LetterAddressee })[][];
  shift: Mailing['shift'];
}

interface DrawableEnvelopes {
  kind: 'envelopes';
  envelope: Envelope;
  boxes: boolean;
  addressees: readonly LetterAddressee[];
  sender: MailSender;
  shift: Mailing['shift'];
}

/** Computes all positions; the engine's template only draws. */
export function drawableMailing({
  layout,
  addressees,
  sender,
  shift,
}: Mailing): DrawableLabels | DrawableEnvelopes {
  if (layout.kind === 'envelopes') {
    const { size, boxes } = layout;
    return { kind: 'envelopes', envelope: envelopes[size], boxes, addressees, sender, shift };
  }
  const grid = labelSheets[layout.sheet];
  const sheets: DrawableLabels['sheets'] = [];
  for (const [index, { sheet, ...place }] of labelPlaces(grid, addressees.length, layout.first).entries()) {
    const addressee = addressees[index];
    if (addressee === undefined) continue;
    const labels = sheets[sheet] ?? [];
    sheets[sheet] = [...labels, { ...place, addressee }];
  }
  return { kind: 'labels', grid, sheets, shift };
}
