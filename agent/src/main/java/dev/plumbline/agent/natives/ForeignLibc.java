package dev.plumbline.agent.natives;

import static java.lang.invoke.MethodType.methodType;

import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * libc through java.lang.foreign, which needs no library of ours and hence no file. Named by
 * reflection, since this class is read by Java 11 too. Works on Java 22 and later. Thread-safe.
 */
final class ForeignLibc implements Libc {
  private static final String FOREIGN = "java.lang.foreign.";

  private final Object linker;
  private final Object lookup;
  private final Method find;
  private final Method downcallHandle;
  private final Method functionDescriptor;
  private final Class<?> layout;
  private final Object noOptions;
  private final Object addressLayout;
  private final Object intLayout;
  private final Object longLayout;
  private final MethodHandle memfdCreate;
  private final MethodHandle fallocate;
  private final MethodHandle close;

  /**
   * @throws ReflectiveOperationException before Java 22, or where libc lacks a call
   */
  ForeignLibc() throws ReflectiveOperationException {
    Class<?> linkerType = Class.forName(FOREIGN + "Linker");
    Class<?> optionType = Class.forName(FOREIGN + "Linker$Option");
    Class<?> descriptorType = Class.forName(FOREIGN + "FunctionDescriptor");
    Class<?> lookupType = Class.forName(FOREIGN + "SymbolLookup");
    Class<?> layouts = Class.forName(FOREIGN + "ValueLayout");
    layout = Class.forName(FOREIGN + "MemoryLayout");
    linker = linkerType.getMethod("nativeLinker").invoke(null);
    lookup = linkerType.getMethod("defaultLookup").invoke(linker);
    find = lookupType.getMethod("find", String.class);
    noOptions = Array.newInstance(optionType, 0);
    downcallHandle =
        linkerType.getMethod(
            "downcallHandle",
            Class.forName(FOREIGN + "MemorySegment"),
            descriptorType,
            noOptions.getClass());
    functionDescriptor =
        descriptorType.getMethod("of", layout, Array.newInstance(layout, 0).getClass());
    addressLayout = layouts.getField("ADDRESS").get(null);
    intLayout = layouts.getField("JAVA_INT").get(null);
    longLayout = layouts.getField("JAVA_LONG").get(null);
    memfdCreate =
        handle("memfd_create", addressLayout, intLayout)
            .asType(methodType(int.class, Object.class, int.class));
    fallocate = handle("fallocate", intLayout, intLayout, longLayout, longLayout);
    close = handle("close", intLayout);
  }

  private MethodHandle handle(String function, Object... arguments)
      throws ReflectiveOperationException {
    Object layouts = Array.newInstance(layout, arguments.length);
    for (int i = 0; i < arguments.length; i++) {
      Array.set(layouts, i, arguments[i]);
    }
    Object descriptor = functionDescriptor.invoke(null, intLayout, layouts);
    Optional<?> symbol = (Optional<?>) find.invoke(lookup, function);
    Object address = symbol.orElseThrow(() -> new NoSuchMethodException("libc has no " + function));
    return (MethodHandle) downcallHandle.invoke(linker, address, descriptor, noOptions);
  }

  @Override
  public int memfdCreate(String name) throws IOException {
    try {
      Class<?> arenaType = Class.forName(FOREIGN + "Arena");
      Object arena = arenaType.getMethod("ofAuto").invoke(null);
      Object segment = nativeText(arena, name);
      int descriptor = (int) memfdCreate.invokeExact(segment, LinuxConstants.MFD_CLOEXEC);
      if (descriptor < 0) {
        throw new IOException("memfd_create failed");
      }
      return descriptor;
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("memfd_create failed: " + FaultText.of(e), e);
    }
  }

  /** The text and a NUL, in memory outside the heap. */
  private static Object nativeText(Object arena, String text) throws ReflectiveOperationException {
    Class<?> allocator = Class.forName(FOREIGN + "SegmentAllocator");
    Class<?> segmentType = Class.forName(FOREIGN + "MemorySegment");
    byte[] bytes = (text + "\0").getBytes(StandardCharsets.US_ASCII);
    Object segment = allocator.getMethod("allocate", long.class).invoke(arena, (long) bytes.length);
    segmentType
        .getMethod("copyFrom", segmentType)
        .invoke(segment, segmentType.getMethod("ofArray", byte[].class).invoke(null, bytes));
    return segment;
  }

  @Override
  public void punchHole(int descriptor, long offset, long length) throws IOException {
    try {
      int result =
          (int) fallocate.invokeExact(descriptor, LinuxConstants.PUNCH_HOLE, offset, length);
      if (result != 0) {
        throw new IOException("fallocate failed on descriptor " + descriptor);
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("fallocate failed: " + FaultText.of(e), e);
    }
  }

  @Override
  public void close(int descriptor) throws IOException {
    try {
      int ignored = (int) close.invokeExact(descriptor);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("close failed: " + FaultText.of(e), e);
    }
  }
}
