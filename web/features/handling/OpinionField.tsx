import { Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import type { ReactNode, Ref } from 'react';
import { maxOpinionLength } from '#domain/opinions/limits.ts';
import { countCharacters, isBlank } from '#domain/texts/characters.ts';
import type { CommonOpinions } from '#web/toolkit/opinion/common-opinions.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './handling.module.css';

/**
 * Asks for the opinion: a single line with the written text, or three lines with a counter and the common
 * opinions. Text beyond the limit is not cut; a message is shown.
 */
export function OpinionField(props: {
  value: string;
  onChange: (text: string) => void;
  open: boolean;
  onOpen: (open: boolean) => void;
  required: boolean;
  nodeName: string;
  disabled: boolean;
  commonOpinions: CommonOpinions;
  /** Additional control next to the common opinions. */
  extra?: ReactNode;
  ref: Ref<TextAreaRef>;
}) {
  const { value, onChange, open, onOpen, required, nodeName, disabled, commonOpinions, ref } = props;
  const length = countCharacters(value);
  const isTooLong = length > maxOpinionLength;
  const append = (content: string) => onChange(isBlank(value) ? content : `${value}${content}`);
  return (
    <div className={styles.handlerBarOpinion}>
      <label htmlFor="handler-opinion">
        {required && (
          <span className={styles.requiredMark} aria-hidden="true">
            *
          </span>
        )}
        处理意见
      </label>
      <span className={styles.handlerBarNode}>
        {nodeName}环节{required ? '必填' : '可不填'}，写入办理轨迹和办件单
        <span className={styles.escape}>
          <kbd>Esc</kbd> 收起
        </span>
      </span>
      {open && (
        <commonOpinions.Chips
          opinion={value}
          disabled={disabled}
          onPick={append}
          onRemove={(content) => onChange(value.replace(content, ''))}
        />
      )}
      <Input.TextArea
        ref={ref}
        id="handler-opinion"
        rows={open ? 3 : 1}
        value={value}
        disabled={disabled}
        status={isTooLong ? 'error' : undefined}
        required={required}
        aria-describedby="handler-opinion-count"
        aria-keyshortcuts="E"
        placeholder={open ? '请填写处理意见' : '填写处理意见，点击展开'}
        onFocus={() => onOpen(true)}
        onClick={() => onOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onOpen(false);
          else if (event.key.length === 1) onOpen(true);
        }}
        onChange={(event) => onChange(event.target.value)}
      />
      <span
        id="handler-opinion-count"
        className={joinClasses(styles.opinionCount, isTooLong && styles.opinionCountOver)}
      >
        {length} / {maxOpinionLength}
      </span>
      <commonOpinions.Popover disabled={disabled} onPick={append} />
      {props.extra}
    </div>
  );
}
