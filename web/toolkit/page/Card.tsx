import type { ReactNode } from 'react';
import './page.css';

/** A white block with a hairline; its heading is a real one, so that the outline of the page can be heard. */
export function Card(props: {
  title?: ReactNode;
  extra?: ReactNode;
  flush?: boolean;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section className={props.flush ? 'card card-flush' : 'card'} id={props.id}>
      {(props.title !== undefined || props.extra !== undefined) && (
        <div className="card-head">
          {props.title !== undefined && <h2>{props.title}</h2>}
          {props.extra !== undefined && <div className="card-extra">{props.extra}</div>}
        </div>
      )}
      {props.children}
    </section>
  );
}
