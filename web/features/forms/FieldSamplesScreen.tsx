import { Button, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formComponentLabel } from '#domain/enumerations/form-component.ts';
import { isKindName, type KindName } from '#domain/forms/kinds/kinds.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { FormView } from '#web/toolkit/form/FormView.tsx';
import { FormViewer } from '#web/toolkit/form/FormViewer.tsx';
import { useForm } from '#web/toolkit/form/use-form.ts';
import { formContextValue } from '#web/toolkit/open-forms/form-context-value.ts';
import { copyText } from '#web/toolkit/page/copy-text.ts';
import { isEmbedded } from '#web/toolkit/page/is-embedded.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import styles from './field-samples.module.css';
import { type SampleState, sampleField, sampleGroups, statesOf } from './field-samples.ts';
import { loadSampleOrganisations, SampleHandlers, SampleOrganisations } from './SampleChoosers.tsx';

/** A signature for the samples, whose files are not stored. */
const signature = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80" width="200" height="80" fill="none" stroke="black" stroke-width="3" stroke-linecap="round"><path d="M20 22h44M42 10v56M26 44q14 4 34-4M84 18q10 30-8 48M80 36h36M104 14q4 34-6 54M132 22h48M150 10q2 34-14 56M152 40q16 6 30 24"/></svg>',
)}`;

/** The files and entries of the samples are not stored: no call may ask for them. */
const { useThumbnails: _useThumbnails, useEntryMarks: _useEntryMarks, ...stored } = formContextValue;
const services = {
  ...stored,
  usePicture: () => signature,
  loadOrganisations: loadSampleOrganisations,
  HandlerChooser: SampleHandlers,
  OrganisationChooser: SampleOrganisations,
};

/** Widths of the phone beside the desktop. */
const phoneWidths = [
  { label: '手机 390', value: 390 },
  { label: '手机 320', value: 320 },
];

/**
 * Shows every kind of field in every state, on a desktop and on a phone, with its JSON: for authors of forms and
 * for the pictures of tests. Only the demo has the menu entry. The phone is this page again, in a frame of a
 * phone's width.
 */
export function FieldSamplesScreen() {
  const [query] = useSearchParams();
  const asked = query.get('kind');
  const kind = isKindName(asked) ? asked : 'single-line';
  const isPhone = useMediaQuery(phoneQuery);
  const [phoneWidth, setPhoneWidth] = useState(390);
  const heading = useRef<HTMLHeadingElement>(null);
  // On a phone the samples are below the list of kinds.
  useEffect(() => {
    if (isPhone && asked !== null) heading.current?.scrollIntoView();
  }, [isPhone, asked]);
  // The frame has nothing but the samples.
  if (isEmbedded())
    return (
      <Page title="字段样例">
        <div className={styles.framed}>
          <Samples key={kind} kind={kind} />
        </div>
      </Page>
    );
  return (
    <Page title="字段样例">
      <div className={styles.page}>
        <KindList chosen={kind} />
        <div className={styles.samples}>
          <div className={styles.head}>
            <h2 ref={heading}>{formComponentLabel[kind]}</h2>
            {!isPhone && (
              <Segmented
                aria-label="手机宽度"
                options={phoneWidths}
                value={phoneWidth}
                onChange={setPhoneWidth}
              />
            )}
          </div>
          <div className={styles.sides}>
            <Samples key={kind} kind={kind} />
            {!isPhone && (
              <iframe
                title={`手机上的${formComponentLabel[kind]}`}
                className={styles.phone}
                width={phoneWidth}
                src={`/toolkit?kind=${kind}`}
              />
            )}
          </div>
          <Definition kind={kind} />
        </div>
      </div>
    </Page>
  );
}

function KindList({ chosen }: { chosen: KindName }) {
  return (
    <nav aria-label="字段类型" className={styles.kinds}>
      {sampleGroups.map(({ title, kinds }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {kinds.map((kind) => (
              <li key={kind}>
                <Link
                  to={`/toolkit?kind=${kind}`}
                  replace
                  aria-current={kind === chosen ? 'page' : undefined}
                >
                  {formComponentLabel[kind]}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Samples({ kind }: { kind: KindName }) {
  const [states] = useState(() => statesOf(kind));
  return (
    <div className={styles.states}>
      {states.map((state) => (
        <section key={state.name} aria-label={state.name} className={styles.state}>
          <h3>{state.name}</h3>
          {state.isViewed ? (
            <FormViewer model={state.model} values={state.settings.values} {...services} />
          ) : (
            <SampleForm state={state} />
          )}
        </section>
      ))}
    </div>
  );
}

function SampleForm({ state }: { state: SampleState }) {
  const form = useForm(state.model, state.settings);
  useEffect(() => {
    if (state.isChecked) form.validate();
  }, [state, form]);
  const isHidden = state.settings.authority['*'] === 0;
  return isHidden ? (
    <p className={styles.note}>不显示，也不占位置。</p>
  ) : (
    <FormView form={form} hidesSummary {...services} {...state.platform} />
  );
}

/** Shows the field as a form contains it. */
function Definition({ kind }: { kind: KindName }) {
  const feedback = useFeedback();
  const text = JSON.stringify(sampleField(kind), null, 2);
  const copy = async () => {
    if (await copyText(text)) feedback.success('已复制');
    else feedback.warn('浏览器不允许复制，请选中后复制');
  };
  return (
    <section aria-label="字段定义" className={styles.definition}>
      <div className={styles.head}>
        <h2>字段定义</h2>
        <Button onClick={() => void copy()}>复制 JSON</Button>
      </div>
      {/* Can be scrolled by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text needs the focus for its keys */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
