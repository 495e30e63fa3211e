import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { openCodeReader } from './open-code-reader.ts';
import type { CodeReader, FoundCode } from './open-code-reader.ts';

/** Reason why there is no picture or no code can be read. */
export type CameraProblem = 'refused' | 'missing' | 'busy' | 'unreadable';

type CameraState = 'starting' | 'on' | CameraProblem;

/** Pause between two pictures that are read: short enough for a moving hand, long enough not to heat the phone. */
const intervalMs = 100;

const constraints: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
};

const toProblem = (error: unknown): CameraProblem => {
  switch (error instanceof DOMException && error.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    default:
      return 'busy';
  }
};

const subscribeToVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isPageVisible = () => document.visibilityState === 'visible';

/** TypeScript's DOM types lack the torch. */
type TorchCapabilities = MediaTrackCapabilities & { readonly torch?: boolean };
const hasTorch = (track: MediaStreamTrack) =>
  (track.getCapabilities?.() as TorchCapabilities | undefined)?.torch === true;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Shows the camera in a video element and reads the codes in its pictures, until the component is unmounted or the page
 * is hidden. Pictures stay in this document and its worker.
 */
export const useCamera = (
  videoRef: RefObject<HTMLVideoElement | null>,
  onPicture: (codes: readonly FoundCode[], video: HTMLVideoElement) => void | Promise<void>,
) => {
  const [state, setState] = useState<CameraState>('starting');
  const [torch, setTorch] = useState<{ readonly track: MediaStreamTrack; readonly isOn: boolean }>();
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const isActive = isVisible && (state === 'starting' || state === 'on');
  const handlePicture = useEffectEvent(onPicture);

  useEffect(() => {
    const video = videoRef.current;
    if (!isActive || !video) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let stream: MediaStream | undefined;
    let reader: CodeReader | undefined;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      reader?.close();
      video.srcObject = null;
      setTorch(undefined);
    };
    const stopWithProblem = (problem: CameraProblem) => {
      if (signal.aborted) return;
      controller.abort();
      stop();
      setState(problem);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia(constraints);
      if (signal.aborted) return stop();
      const [track] = stream.getVideoTracks();
      track?.addEventListener('ended', () => stopWithProblem('busy'));
      if (track && hasTorch(track)) setTorch({ track, isOn: false });
      video.srcObject = stream;
      await video.play();
      reader = await openCodeReader().catch(() => undefined);
      if (signal.aborted) return stop();
      if (!reader) return stopWithProblem('unreadable');
      setState('on');
      await readPictures(reader).catch(() => stopWithProblem('unreadable'));
    };
    const readPictures = async (openReader: CodeReader) => {
      while (!signal.aborted) {
        if (video.videoWidth > 0) {
          const codes = await openReader.read(video);
          if (!signal.aborted) await handlePicture(codes, video);
        }
        await wait(intervalMs);
      }
    };
    start().catch((error: unknown) => stopWithProblem(toProblem(error)));
    return () => {
      controller.abort();
      stop();
    };
  }, [videoRef, isActive]);

  const switchTorch = () => {
    if (!torch) return;
    const { track, isOn } = torch;
    track.applyConstraints({ advanced: [{ torch: !isOn } as MediaTrackConstraintSet] }).then(
      () => setTorch({ track, isOn: !isOn }),
      // Scanning works without the torch.
      () => setTorch(undefined),
    );
  };
  return {
    state,
    isTorchOn: torch?.isOn,
    switchTorch,
    retry: () => setState('starting'),
  };
};
