import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { loginPolicy } from '#contract/login-policy.ts';
import { queryOf } from '#web/api/query-of.ts';
import styles from './login-policy.module.css';
import { effectTexts } from './policy-texts.ts';

/** Shows, before a policy is saved, the number of people whom it affects at their next sign-in. */
export function PolicyEffect({ policy }: { policy: z.input<typeof loginPolicy.effect.body> }) {
  const effect = useQuery({
    ...queryOf(loginPolicy.effect, { body: policy }),
    placeholderData: keepPreviousData,
  });
  const texts = effect.isSuccess ? effectTexts(effect.data) : [];
  return (
    <p className={styles.effect} role="status">
      {effect.isSuccess && texts.length === 0 && '保存后，没有人须在下次登录时修改密码或设置二次验证。'}
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
      {effect.isError && '受影响的人数暂时无法统计，不影响保存。'}
    </p>
  );
}
