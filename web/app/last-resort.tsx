import { Component } from 'react';
import type { ReactNode } from 'react';
import { BareError } from './bare-error.tsx';

type Props = { readonly children: ReactNode };

/** Catches what even the shell around the error pages could not survive (React asks for a class here). */
export class LastResort extends Component<Props, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render() {
    return this.state.failed ? <BareError /> : this.props.children;
  }
}
