// A disk with a write cache that a loss of power empties: forgetful_disk DIRECTORY CONTENT
//
// DIRECTORY/disk is what a loop device is made of; the file CONTENT is what the disk holds for good, and its size. What is
// written is in memory until it is flushed (fsync, which a loop device makes of a flush), and each read sees it. SIGTERM is the
// loss of power: of the blocks that were not flushed a random half reaches CONTENT, as a real disk writes its cache in any order,
// and the program ends. The kernel's own protocol for file systems in user space, with one file.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 4096, MAX_WRITE = 1 << 17, DISK = 2 };

static int device;
static char *now;     // what reads see
static char *kept;    // what outlives the power
static char *written; // by block: since the last flush
static size_t size;
static volatile sig_atomic_t is_lost;

static void lose_power(int signal) {
  (void)signal;
  is_lost = 1;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void flush(int only_half) {
  for (size_t block = 0; block < size / BLOCK; block++) {
    if (written[block] && (!only_half || rand() % 2 == 0)) {
      memcpy(kept + block * BLOCK, now + block * BLOCK, BLOCK);
    }
    written[block] = 0;
  }
}

static void answer(uint64_t unique, int error, const void *body, size_t length) {
  static char buffer[sizeof(struct fuse_out_header) + MAX_WRITE];
  struct fuse_out_header head = {.len = sizeof head + length, .error = error, .unique = unique};
  memcpy(buffer, &head, sizeof head);
  if (length > 0) {
    memcpy(buffer + sizeof head, body, length);
  }
  // ENOENT: who asked has been interrupted.
  if (write(device, buffer, head.len) < 0 && errno != ENOENT && !is_lost) {
    fail("answer");
  }
}

static struct fuse_attr attributes(uint64_t node) {
  struct fuse_attr attr = {.ino = node, .nlink = 1, .blksize = BLOCK, .mode = S_IFDIR | 0700};
  if (node == DISK) {
    attr.mode = S_IFREG | 0600;
    attr.size = size;
    attr.blocks = size / 512;
  }
  return attr;
}

static void initialise(uint64_t unique, const struct fuse_init_in *in) {
  struct fuse_init_out out = {
      .major = FUSE_KERNEL_VERSION,
      .minor = in->minor < FUSE_KERNEL_MINOR_VERSION ? in->minor : FUSE_KERNEL_MINOR_VERSION,
      .max_readahead = in->max_readahead,
      .flags = FUSE_BIG_WRITES,
      .max_write = MAX_WRITE,
      .max_background = 16,
      .congestion_threshold = 12,
      .time_gran = 1,
  };
  answer(unique, 0, &out, sizeof out);
}

static void look_up(uint64_t unique, const char *name) {
  if (strcmp(name, "disk") != 0) {
    answer(unique, -ENOENT, NULL, 0);
    return;
  }
  struct fuse_entry_out out = {.nodeid = DISK, .attr_valid = 3600, .entry_valid = 3600, .attr = attributes(DISK)};
  answer(unique, 0, &out, sizeof out);
}

static int is_outside(uint64_t offset, uint32_t length) {
  return offset > size || length > size - offset || length > MAX_WRITE;
}

static void put(uint64_t unique, const struct fuse_write_in *in) {
  if (is_outside(in->offset, in->size)) {
    answer(unique, -ENOSPC, NULL, 0);
    return;
  }
  memcpy(now + in->offset, in + 1, in->size);
  if (in->size > 0) {
    memset(written + in->offset / BLOCK, 1, (in->offset + in->size - 1) / BLOCK - in->offset / BLOCK + 1);
  }
  struct fuse_write_out out = {.size = in->size};
  answer(unique, 0, &out, sizeof out);
}

static void get(uint64_t unique, const struct fuse_read_in *in) {
  uint64_t end = in->offset > size ? size : in->offset;
  uint32_t length = in->size < size - end ? in->size : size - end;
  answer(unique, 0, now + end, length > MAX_WRITE ? MAX_WRITE : length);
}

static void serve(const struct fuse_in_header *head, const void *body) {
  struct fuse_attr_out attr = {.attr_valid = 3600, .attr = attributes(head->nodeid)};
  struct fuse_open_out open = {.open_flags = head->nodeid == DISK ? FOPEN_DIRECT_IO : 0};
  struct fuse_statfs_out room = {.st = {.bsize = BLOCK, .namelen = 255}};
  switch (head->opcode) {
    case FUSE_INIT: initialise(head->unique, body); break;
    case FUSE_LOOKUP: look_up(head->unique, body); break;
    case FUSE_GETATTR:
    case FUSE_SETATTR: answer(head->unique, 0, &attr, sizeof attr); break;
    case FUSE_OPEN:
    case FUSE_OPENDIR: answer(head->unique, 0, &open, sizeof open); break;
    case FUSE_READ: get(head->unique, body); break;
    case FUSE_WRITE: put(head->unique, body); break;
    case FUSE_STATFS: answer(head->unique, 0, &room, sizeof room); break;
    case FUSE_FSYNC:
      flush(0);
      answer(head->unique, 0, NULL, 0);
      break;
    case FUSE_RELEASE:
    case FUSE_RELEASEDIR:
    case FUSE_FLUSH: answer(head->unique, 0, NULL, 0); break;
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET:
    case FUSE_INTERRUPT: break; // not answered
    default: answer(head->unique, -ENOSYS, NULL, 0);
  }
}

static void open_content(const char *path) {
  int fd = open(path, O_RDWR | O_CLOEXEC);
  struct stat stat;
  if (fd < 0 || fstat(fd, &stat) < 0) {
    fail(path);
  }
  size = stat.st_size - stat.st_size % BLOCK;
  kept = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  now = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  written = calloc(size / BLOCK, 1);
  if (kept == MAP_FAILED || now == MAP_FAILED || written == NULL) {
    fail("memory");
  }
  memcpy(now, kept, size);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "forgetful_disk DIRECTORY CONTENT\n");
    return 2;
  }
  open_content(argv[2]);
  srand(time(NULL) ^ getpid());
  device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  char options[80];
  snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0", device);
  if (device < 0 || mount("forgetful", argv[1], "fuse", MS_NOSUID | MS_NODEV, options) < 0) {
    fail("mount");
  }
  struct sigaction lost = {.sa_handler = lose_power}; // no SA_RESTART: the read below ends
  sigaction(SIGTERM, &lost, NULL);
  static char request[sizeof(struct fuse_in_header) + sizeof(struct fuse_write_in) + MAX_WRITE + 4096];
  while (!is_lost) {
    ssize_t length = read(device, request, sizeof request);
    if (length >= (ssize_t)sizeof(struct fuse_in_header)) {
      serve((struct fuse_in_header *)request, request + sizeof(struct fuse_in_header));
    } else if (length < 0 && errno == ENODEV) {
      return 0; // unmounted
    } else if (length < 0 && errno != EINTR && errno != EAGAIN && errno != ENOENT) {
      fail("read");
    }
  }
  flush(1);
  return 0;
}
