import { z } from 'zod';
import { isSharedElementCode, sharedElementLimits } from '#domain/forms/shared-elements.ts';
import { isInheritedProperty } from '#domain/texts/characters.ts';
import { endpoint, idempotencyRefusals, oneLine, requiredText } from './endpoint.ts';
import { seenDigest } from './seen-state.ts';
import { ElementFile } from './work-order-form.ts';

/** Shared elements (共享要素), as the configuration administrator edits them (docs/decisions/0231). */

export const SharedElement = z.object({
  code: z.string(),
  name: z.string(),
  remark: z.string(),
  file: ElementFile,
  updatedAt: z.iso.datetime(),
  updatedBy: z.string(),
  /** Fields of forms in use that carry the code; while there is one, the element cannot be deleted. */
  usedBy: z.array(z.object({ code: z.string(), text: z.string() })),
  digest: z.string(),
});
export type SharedElement = z.output<typeof SharedElement>;

const code = z
  .string()
  .max(60)
  .refine(
    (value) => isSharedElementCode(value) && !isInheritedProperty(value),
    '编码应以小写字母开头，由小写字母、数字和连字符组成',
  );
const name = oneLine(requiredText('请填写名称').max(sharedElementLimits.name));
const remark = z.string().trim().max(sharedElementLimits.remark);
/** An own upload that no order and no draft has. */
const fileId = z.uuid('请上传样表文件');
const params = z.strictObject({ code: z.string().max(60) });
const changeRefusals = ['notFound', 'dataChanged', 'forbidden', ...idempotencyRefusals] as const;

export const sharedElements = {
  list: endpoint({
    method: 'GET',
    reads: ['shared-elements'],
    path: '/api/shared-elements',
    summary: '共享要素列表',
    output: z.object({ rows: z.array(SharedElement) }),
  }),
  create: endpoint({
    method: 'POST',
    changes: ['shared-elements'],
    path: '/api/shared-elements',
    summary: '添加共享要素',
    body: z.strictObject({ code, name, remark: remark.default(''), fileId }),
    output: z.object({ code: z.string() }),
    refusals: ['forbidden', ...idempotencyRefusals],
  }),
  change: endpoint({
    method: 'POST',
    changes: ['shared-elements'],
    path: '/api/shared-elements/:code',
    summary: '修改共享要素',
    params,
    /** Without `fileId` the file stays. */
    body: z.strictObject({ name, remark: remark.default(''), fileId: fileId.optional(), digest: seenDigest }),
    output: z.object({ code: z.string() }),
    refusals: changeRefusals,
  }),
  remove: endpoint({
    method: 'POST',
    changes: ['shared-elements'],
    path: '/api/shared-elements/:code/remove',
    summary: '删除共享要素',
    params,
    body: z.strictObject({ digest: seenDigest }),
    output: z.object({ code: z.string() }),
    refusals: ['stillUsed', ...changeRefusals],
  }),
};
