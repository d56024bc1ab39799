import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefreshAlert } from '@tabler/icons-react';
import { Component } from 'react';
import type { ReactNode } from 'react';

import { ScreenMissing } from '../lazy-screen.tsx';
import { texts } from '../texts.ts';
import { Notice } from './notice.tsx';

interface Props {
  /** The current path; a new path renders the children again. */
  place: string;
  children: ReactNode;
}

interface State {
  place: string;
  error: Error | null;
}

/** Keeps a crashed screen from taking down the whole window. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, error: null };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.place === state.place ? null : { place: props.place, error: null };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (error instanceof ScreenMissing)
      return (
        <Notice
          alone
          tone="danger"
          icon={<IconRefreshAlert size={40} />}
          title={texts.errors.missingTitle}
          actions={<Button onClick={() => window.location.reload()}>{texts.actions.reload}</Button>}
        >
          <p>{texts.errors.missing}</p>
        </Notice>
      );
    return (
      <Notice
        alone
        tone="danger"
        icon={<IconAlertTriangle size={40} />}
        title={texts.errors.crashedTitle}
        actions={<Button onClick={() => this.setState({ error: null })}>{texts.actions.retry}</Button>}
      >
        <p>{texts.errors.crashed}</p>
        <p>{error.message}</p>
      </Notice>
    );
  }
}
