import { DatePicker, type DatePickerProps } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import {
  type ComponentRef,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type LocalDate, localDateOf } from '#domain/calendar/local-date.ts';
import { readTypedTime } from '#domain/calendar/time-of-day.ts';
import { readTypedDay, readTypedMinute } from '#domain/calendar/typed-day.ts';
import { CalendarPopup } from './CalendarPopup.tsx';
import { type PopupPlace, popupProps } from './popup-placements.ts';
import { TypedDayInput } from './TypedDayInput.tsx';
import { TypedTextContext } from './typed-text.ts';

/** The formats of a day, of a minute and of a time on every screen. */
const dayFormat = 'YYYY-MM-DD';
const minuteFormat = 'YYYY-MM-DD HH:mm';
const timeFormat = 'HH:mm';
const components = { input: TypedDayInput };

/** First and last position of a selection in a text. */
export type TextSelection = [number, number];

export type DayInputElement = ComponentRef<typeof DatePicker>;

export interface DayInputProps
  extends Pick<
    DatePickerProps,
    | 'id'
    | 'autoFocus'
    | 'className'
    | 'disabled'
    | 'placeholder'
    | 'variant'
    | 'suffixIcon'
    | 'allowClear'
    | 'onBlur'
  > {
  ref?: Ref<DayInputElement>;
  /** A day, a minute with `withTime`, or a time with `isTime`; any other text is shown and marked as wrong. */
  value: string;
  /** Reports the chosen or typed day, or the typed text if it is no day, so that nothing typed is lost. */
  onChange: (value: string) => void;
  /** Reports a day that was chosen in the calendar, after `onChange`. */
  onChosen?: (day: string) => void;
  /** Text that was typed before this field was shown, and is not read yet. */
  typedText?: string | undefined;
  /** Selection of the text before this field was shown; it is taken over with an autofocus. */
  selection?: RefObject<TextSelection | undefined> | undefined;
  /** Day whose year a typed text without a year has. */
  today?: LocalDate;
  /** True for days that the calendar does not offer; they can still be typed. */
  isDisabled?: (day: LocalDate) => boolean;
  withTime?: boolean;
  /** True for a time without a day. */
  isTime?: boolean;
  isInvalid?: boolean;
  /** The calendar opens each time that this number grows. */
  openCount?: number;
  /** Day whose month an empty field shows first. */
  firstShownDay?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  'aria-required'?: boolean;
}

/**
 * Shows a field for a day, a minute or a time, typed as in documents or chosen in a calendar. A typed text is read when the field is left
 * or on Enter; while a person types, the calendar is closed, so that it never covers the text.
 */
export function DayInput({
  ref,
  value,
  onChange,
  onChosen,
  typedText,
  selection,
  today = localDateOf(new Date()),
  isDisabled,
  withTime = false,
  isTime = false,
  isInvalid = false,
  openCount = 0,
  firstShownDay = '',
  ...rest
}: DayInputProps) {
  const [pendingText, setPendingText] = useState(typedText);
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<PopupPlace>({ placement: 'bottomLeft', isCovering: false });
  const field = useRef<DayInputElement>(null);
  useImperativeHandle(ref, () => field.current as DayInputElement);
  useLayoutEffect(() => {
    const input = field.current?.nativeElement.querySelector('input');
    if (!rest.autoFocus || !selection?.current || !input) return;
    input.focus();
    input.setSelectionRange(...selection.current);
    // Not again when its screen is shown again.
    selection.current = undefined;
  }, [rest.autoFocus, selection]);
  useEffect(() => setOpen(openCount > 0), [openCount]);
  const format = isTime ? timeFormat : withTime ? minuteFormat : dayFormat;
  const firstDay = dayjs(firstShownDay, format, true);
  const day = dayjs(value, format, true);
  // A time zone may lack a day or an hour that the calendar in China has.
  const isUnreadable = value !== '' && (withTime ? readTypedMinute : readTypedDay)(value, today) !== value;
  const read = () => {
    if (pendingText === undefined) return;
    setPendingText(undefined);
    const text = pendingText.trim();
    const read = isTime ? readTypedTime : withTime ? readTypedMinute : readTypedDay;
    const next = read(text, today) ?? text;
    if (next !== value) onChange(next);
  };
  const choose = (next: Dayjs | null) => {
    setPendingText(undefined);
    const chosen = next?.format(format) ?? '';
    onChange(chosen);
    if (next) onChosen?.(chosen);
  };
  return (
    <TypedTextContext
      value={{
        text: pendingText ?? value,
        isPending: pendingText !== undefined,
        onType: (text) => {
          setPendingText(text);
          setOpen(false);
        },
        onRead: read,
      }}
    >
      <DatePicker
        {...rest}
        ref={field}
        aria-invalid={isInvalid || isUnreadable || undefined}
        {...popupProps}
        components={components}
        // The library accepts every name of its placements, though its type has four of them.
        placement={place.placement as 'bottomLeft'}
        panelRender={(panel) => (
          <CalendarPopup {...{ field, value, place }} onPlace={setPlace}>
            {panel}
          </CalendarPopup>
        )}
        disabledDate={isDisabled && ((candidate: Dayjs) => isDisabled(candidate.format(dayFormat)))}
        {...(firstDay.isValid() && { defaultPickerValue: firstDay })}
        format={format}
        open={isOpen}
        previewValue={false}
        status={isInvalid || isUnreadable ? 'error' : undefined}
        value={day.isValid() ? day : null}
        onOpenChange={(opens) => {
          if (opens) read();
          setOpen(opens);
        }}
        {...(withTime || isTime
          ? {
              ...(isTime ? { picker: 'time' as const } : { showTime: { format: timeFormat, minuteStep: 5 } }),
              needConfirm: false,
              // Each choice counts at once, without the button of the calendar.
              onCalendarChange: (next: Dayjs | Dayjs[] | null) => choose(Array.isArray(next) ? null : next),
            }
          : { onChange: choose })}
      />
    </TypedTextContext>
  );
}
