import { z } from 'zod';
import { SupervisionCard } from '#domain/records/card-rule.ts';
import { DelayCause, SupervisionGround } from '#domain/records/supervision.ts';
import { actionReason } from './acting.ts';
import { recordCommand, recordEndpoint } from './record-commands.ts';

/** Commands on supervision letters (督办单, docs/decisions/0237). */

const answerDays = z.number('请填写答复期限').int('请填写整数').min(-1).max(10_000);

export const supervisionLetter = recordEndpoint(
  'supervision',
  '督办',
  z.discriminatedUnion('command', [
    recordCommand('open', {
      grounds: z.array(z.enum(SupervisionGround, '请选择督办缘由')).max(10),
      demand: actionReason,
      answerDays,
      card: z.enum(SupervisionCard, '请选择是否亮牌'),
    }),
    recordCommand('answer', {
      cause: z.enum(DelayCause, '请选择超期原因'),
      text: actionReason,
      promisedOn: z.string().max(10).default(''),
    }),
    recordCommand('accept', {}),
    recordCommand('sendBack', { reason: actionReason, answerDays }),
    recordCommand('waive', { reason: actionReason }),
  ]),
);
