import { type RefObject, useEffect, useState } from 'react';

type CameraState = 'opening' | 'on' | 'denied' | 'missing' | 'insecure';

interface Camera {
  state: CameraState;
  /** Switches the torch, if the camera has one. */
  setTorch?: (on: boolean) => Promise<void>;
}

const constraints: MediaStreamConstraints = {
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

const refusalOf = (error: unknown): CameraState =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    ? 'denied'
    : 'missing';

function torchOf(stream: MediaStream): Camera['setTorch'] {
  const [track] = stream.getVideoTracks();
  const can = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  if (!track || !can?.torch) return undefined;
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}

/** Shows the rear camera in the video while the component is mounted. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): Camera {
  const [camera, setCamera] = useState<Camera>({ state: 'opening' });
  useEffect(() => {
    let stream: MediaStream | undefined;
    let unmounted = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const open = async (devices: MediaDevices) => {
      stream = await devices.getUserMedia(constraints);
      if (unmounted || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      setCamera({ state: 'on', setTorch: torchOf(stream) });
    };
    // Browsers offer no camera on plain http pages.
    const devices: MediaDevices | undefined = navigator.mediaDevices;
    if (devices) void open(devices).catch((error: unknown) => !unmounted && setCamera({ state: refusalOf(error) }));
    else setCamera({ state: 'insecure' });
    return () => {
      unmounted = true;
      stop();
    };
  }, [video]);
  return camera;
}
