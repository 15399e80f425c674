import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Key that wraps the values of fields marked `x-encryption` between browser and server (S2 §7, docs/decisions/0222). */
export const formEncryption = {
  generateKey: endpoint({
    method: 'GET',
    /** The specification leaves the prefix open; the portal's own screens use `workportal`. */
    path: '/:prefix/api/forminstance/form/encrypt/generateKey',
    summary: '获取表单加密密钥',
    params: z.strictObject({ prefix: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/i, '路径前缀不正确') }),
    /** `<id>.<key in base64url>`: the id is sent in the header `x-form-key`; the key lives for ten minutes. */
    output: z.string(),
  }),
};
