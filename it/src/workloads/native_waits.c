/* A mutex of native code for CountedWaits: who holds it, who takes it, and which thread waits. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int waiter;

/* JNI: the environment and the class come first, and neither is needed. */
void Java_dev_plumbline_it_load_CountedWaits_lock(void *environment, void *class) {
  atomic_store(&waiter, gettid());
  pthread_mutex_lock(&mutex);
}

void Java_dev_plumbline_it_load_CountedWaits_unlock(void *environment, void *class) {
  atomic_store(&waiter, 0);
  pthread_mutex_unlock(&mutex);
}

int Java_dev_plumbline_it_load_CountedWaits_locker(void *environment, void *class) {
  return atomic_load(&waiter);
}
