import { Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import type { ComponentType, Ref } from 'react';
import { countCharacters, isBlank } from '#domain/texts/characters.ts';
import { maxOpinionLength } from '#domain/workflow/limits.ts';
import { joinClasses } from '#web/toolkit/page/join-classes.ts';
import styles from './handling.module.css';

/** The common opinions beside the field; another capability brings them. */
export type CommonOpinions = ComponentType<{ disabled: boolean; onPick: (content: string) => void }>;

/** The opinion with its count and the common opinions beside it; over the limit it keeps what was typed and says so. */
export function OpinionField(props: {
  value: string;
  onChange: (text: string) => void;
  required: boolean;
  nodeName: string;
  disabled: boolean;
  CommonOpinions: CommonOpinions;
  ref: Ref<TextAreaRef>;
}) {
  const { value, onChange, required, nodeName, disabled, CommonOpinions, ref } = props;
  const length = countCharacters(value);
  const over = length > maxOpinionLength;
  return (
    <div className={styles.handlerBarOpinion}>
      <div className={styles.handlerBarHead}>
        <label htmlFor="handler-opinion">
          {required && (
            <span className={styles.requiredMark} aria-hidden="true">
              *
            </span>
          )}
          处理意见
        </label>
        <CommonOpinions
          disabled={disabled}
          onPick={(content) => onChange(isBlank(value) ? content : `${value}${content}`)}
        />
        {nodeName !== '' && <span className={styles.handlerBarNode}>当前环节：{nodeName}</span>}
        <span
          id="handler-opinion-count"
          className={joinClasses(styles.opinionCount, over && styles.opinionCountOver)}
        >
          {length} / {maxOpinionLength}
        </span>
      </div>
      <Input.TextArea
        ref={ref}
        id="handler-opinion"
        autoSize={{ minRows: 2, maxRows: 5 }}
        value={value}
        disabled={disabled}
        status={over ? 'error' : undefined}
        required={required}
        aria-describedby="handler-opinion-count"
        placeholder="请填写处理意见"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
